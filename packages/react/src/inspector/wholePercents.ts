/** Shares of one whole as hundredths that add up to a hundred: those that lose most by being cut get what is left. */
export function wholePercents<Part extends string>(
  shares: Partial<Record<Part, number>>,
): Partial<Record<Part, number>> {
  const parts = Object.entries<number | undefined>(shares).map(([part, share = 0]) => {
    // So that 0.07 is 7 in spite of its binary form.
    const exact = Math.round(share * 1e8) / 1e6;
    return { part, cut: Math.floor(exact), lost: exact - Math.floor(exact) };
  });
  let left = 100 - parts.reduce((sum, { cut }) => sum + cut, 0);
  for (const each of [...parts].sort((a, b) => b.lost - a.lost)) {
    if (left-- <= 0) break;
    each.cut++;
  }
  return Object.fromEntries(parts.map(({ part, cut }) => [part, cut / 100])) as Partial<Record<Part, number>>;
}
