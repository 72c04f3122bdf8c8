/** Sets an own property whatever its name, `__proto__` included. */
export function defineOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else (target as Record<string, unknown>)[key] = value;
}
