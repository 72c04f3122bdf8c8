/** What a host takes in; an app may give other limits. */
export interface UploadLimits {
  /** The largest file, in bytes. */
  maxBytes: number;
  /** What all of a tenant's files may take together, in bytes. */
  maxTenantBytes: number;
  /** Media types, such as `image/png` or `image/*`. */
  types: readonly string[];
}

export const UPLOAD_LIMITS: UploadLimits = {
  maxBytes: 20_000_000,
  maxTenantBytes: 2_000_000_000,
  types: [
    "image/*",
    "application/pdf",
    "text/plain",
    "text/csv",
    "text/markdown",
    "text/tab-separated-values",
    "application/json",
    "application/zip",
    "application/vnd.*",
    "audio/*",
    "video/*",
  ],
};
