/** Defects in `--version`, which every program can have. */
export const versionFaults = {
  'version-not-printed': '--version: prints nothing',
  'version-goes-on': '--version: starts to serve after printing',
  'version-override-ignored': '--version: the version to report does not matter',
} as const

/** The name of a defect in `--version`. */
export type VersionFault = keyof typeof versionFaults
