/** Why a document cannot be read, in a sentence. */
export class UnreadableDocument extends Error {
  override readonly name = "UnreadableDocument";
}
