declare module "virtual:shared-data/*" {
  /** The file's text; null where `../shared/data` is not on this machine, and the test is to be skipped with a word. */
  const text: string | null;
  export default text;
}
