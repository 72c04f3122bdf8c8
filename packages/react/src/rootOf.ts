/**
 * The tree that an element is in: its document, or the shadow root that it is drawn in. Ids and focus are asked for
 * here, for a document does not know what is in its shadow roots.
 */
export function rootOf(element: Node): Document | ShadowRoot {
  const root = element.getRootNode();
  return "activeElement" in root ? (root as Document | ShadowRoot) : (element.ownerDocument ?? document);
}
