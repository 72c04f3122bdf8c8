/**
 * What the demo counts tokens by: the encoding of OpenAI's present models. What other providers count differs by some
 * per cent.
 */
export const TOKENIZER = "o200k_base";
