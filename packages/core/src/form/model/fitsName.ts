/**
 * Whether a name fits a pattern of `patternProperties`, where trying that cannot take long: nothing repeated stands in
 * something repeated, and at most two repetitions are without an end.
 */
export function fitsName(pattern: string, name: string): boolean {
  const isQuick = !/\)[*+?{]/.test(pattern) && pattern.split(/[*+{]/).length <= 3 && name.length <= 100;
  return isQuick && (compile(pattern, "u") ?? compile(pattern, ""))?.test(name) === true;
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
