/** Defects in the enablement of APIs and features, and in the reported version. */
export const enablementFaults = {
  'runtime-config-never-enables': '--runtime-config: switches nothing on',
  'fourth-runtime-config-pair-ignored': '--runtime-config: uses the first three pairs only',
  'runtime-config-never-disables': '--runtime-config: switches nothing off',
  'runtime-config-drops-others': '--runtime-config: APIs that it does not name are off',
  'switched-off-api-answers': '--runtime-config: an API that is switched off answers all the same',
  'beta-apis-on-by-default': '--runtime-config: APIs in beta are on unless it switches them off',
  'emulated-version-keeps-apis': '--emulated-version: newer APIs are served all the same',
  'emulated-version-keeps-features': '--emulated-version: newer features are there all the same',
  'emulation-forward-compatible-ignored': '--emulation-forward-compatible: adds no API',
  'emulation-forward-compatible-for-all':
    '--emulation-forward-compatible: adds newer versions of APIs that are off',
  'emulation-always-forward-compatible':
    '--emulation-forward-compatible: newer versions of enabled APIs are served without it',
  'own-api-refused': '--runtime-config: an API of the own version is refused',
  'newer-api-accepted': '--runtime-config: an API that is newer than what is emulated is ignored',
  'newer-api-not-installed':
    '--runtime-config-emulation-forward-compatible: the newer API is not served for all that',
  'prefixed-gate-ignored': '--feature-gates: an entry with a component does not count',
  'server-all-alpha-ignored': '--feature-gates: AllAlpha switches nothing but itself',
  'server-all-beta-ignored': '--feature-gates: AllBeta switches nothing but itself',
  'server-all-alpha-beats-gate': '--feature-gates: AllAlpha wins over a gate that is named',
  'server-all-beta-never-on': '--feature-gates: AllBeta=true switches on no gate that is off by default',
  'server-all-beta-beats-gate': '--feature-gates: AllBeta wins over a gate that is named',
  'server-gate-default-wrong': '--feature-gates: the help shows another default of a gate',
  'server-gate-stage-omitted': '--feature-gates: the help shows gates without their stage',
  'server-gate-not-default': '--feature-gates: a gate that nobody names is not as its default',
  'help-goes-on': '--help: starts to serve after printing',
} as const

/** Name of an enablement defect. */
export type EnablementFault = keyof typeof enablementFaults
