/** Faults of `--version` that every program can have. */
export const versionFaults = {
  'version-not-printed': '--version: prints nothing',
  'version-goes-on': '--version: starts to serve after printing',
  'version-override-ignored': '--version: the version to report does not matter',
} as const

/** Name of a fault of `--version`. */
export type VersionFault = keyof typeof versionFaults
