const addresses = new WeakMap<Request, string>();

/** Notes the network address that a request came from, for whoever has the connection. */
export function noteAddress(request: Request, address: string | undefined): void {
  if (address !== undefined) addresses.set(request, address);
}

/** The network address that a request came from; one and the same for all requests where nobody noted it. */
export function addressOf(request: Request): string {
  return addresses.get(request) ?? "unknown";
}
