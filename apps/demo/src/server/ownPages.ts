/** Whether an address is one of the demo's own pages; undefined where that is for the standard pages to say. */
export function isOwnPage(pathname: string, hasDoc: (name: string) => boolean): boolean | undefined {
  const doc = /^\/docs(?:\/([\w/-]*))?$/.exec(pathname);
  if (doc) return hasDoc(doc[1]?.replace(/\/$/, "") || "README");
  return /^\/(?:destination|inspector)\/?$/.test(pathname) || undefined;
}
