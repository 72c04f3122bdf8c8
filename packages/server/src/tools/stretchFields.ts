const MOST_CHARACTERS = 20_000;

/** The fields of a tool that reads a stretch of a text: where it begins, and how many characters it has. */
export const stretchFields = (length: number) =>
  ({
    offset: {
      type: "integer",
      minimum: 0,
      maximum: 2_000_000_000,
      default: 0,
      title: "From character",
      description: "The first character is 0.",
    },
    length: {
      type: "integer",
      minimum: 1,
      maximum: MOST_CHARACTERS,
      default: length,
      title: "Characters",
      description: `How many characters to read, at most ${MOST_CHARACTERS}.`,
    },
  }) as const;
