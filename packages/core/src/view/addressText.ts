/**
 * Punctuation that stands beside an address in running text, where no blank parts them: East Asian marks and brackets,
 * quotation marks, and the marks of Arabic, Hindi and Armenian sentences. An address writes them by their code.
 */
export const besideAddress =
  /[\u00ab\u00bb\u055d\u0589\u060c\u061b\u061f\u06d4\u0964\u0965\u2018-\u201f\u2026\u2039\u203a\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01\uff02\uff07-\uff09\uff0c\uff1a\uff1b\uff1f\uff0e\uff3b\uff3d\uff5b\uff5d\uff5f-\uff64]/;

/**
 * The address that a run of letters begins with: without what ends the sentence that it stands in, and without a
 * bracket that opened before it.
 */
export function addressIn(run: string): string {
  const end = run.search(besideAddress);
  let address = end < 0 ? run : run.slice(0, end);
  for (;;) {
    const last = address.at(-1) ?? "";
    if (/[.,;:!?*_\]]/.test(last) || (last === ")" && isClosedTooOften(address))) address = address.slice(0, -1);
    else return address;
  }
}

const isClosedTooOften = (address: string): boolean => address.split(")").length > address.split("(").length;
