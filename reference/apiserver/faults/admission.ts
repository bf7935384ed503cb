import { defaultAdmissionPlugins, type PluginName, pluginNames } from '../flags/admission-plugins.ts'

/** Name of a defect in the enablement of one plugin. */
export type PluginFault =
  `plugin-${'off-by-default' | 'on-by-default' | 'not-enabled' | 'not-disabled'}-${PluginName}`

/** Returns the defects in the enablement of each plugin. */
export function perPluginFaults(): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  for (const name of pluginNames) {
    if (defaultAdmissionPlugins.includes(name)) {
      faults[`plugin-off-by-default-${name}`] = `admission plugins: ${name} is off by default`
      faults[`plugin-not-disabled-${name}`] = `--disable-admission-plugins: ${name} stays on`
      continue
    }
    faults[`plugin-on-by-default-${name}`] = `admission plugins: ${name} is on by default`
    faults[`plugin-not-enabled-${name}`] = `--enable-admission-plugins: ${name} stays off`
  }
  return faults
}

/** Defects in AdmissionConfiguration and in the flags about plugins. */
export const admissionFaults = {
  'admission-plugin-repeated-accepted': 'plugins: two entries of one plugin may follow each other',
  'admission-plugin-repeated-later-accepted':
    'plugins: a plugin may have another entry behind that of another',
  'admission-entry-of-name-alone-refused': 'AdmissionPluginConfiguration: needs path or configuration',
  'admission-entry-of-plugin-off-refused': 'AdmissionPluginConfiguration.name: refuses plugins that are off',
  'admission-path-beside-configuration-refused':
    'AdmissionPluginConfiguration.path: refused beside configuration',
  'only-first-admission-entry-used': 'AdmissionConfiguration.plugins: only the first entry counts',
  'admission-path-beats-configuration': 'AdmissionPluginConfiguration.configuration: path is used instead',
  'admission-configuration-ignored': 'AdmissionPluginConfiguration.configuration: has no effect',
  'admission-path-ignored': 'AdmissionPluginConfiguration.path: has no effect',
  'only-first-enabled-plugin-counts': '--enable-admission-plugins: only the first entry counts',
  'only-first-disabled-plugin-counts': '--disable-admission-plugins: only the first entry counts',
  'enabled-plugins-replace-defaults': '--enable-admission-plugins: the defaults are off',
  'plugins-run-in-flag-order': '--enable-admission-plugins: plugins run in the order of the flag',
  'not-ready-toleration-default-differs': '--default-not-ready-toleration-seconds: another default counts',
  'unreachable-toleration-default-differs':
    '--default-unreachable-toleration-seconds: another default counts',
  'not-ready-toleration-flag-ignored': '--default-not-ready-toleration-seconds: is always 300',
  'unreachable-toleration-flag-ignored': '--default-unreachable-toleration-seconds: is always 300',
  'not-ready-toleration-only-if-none':
    '--default-not-ready-toleration-seconds: pods with the other toleration do not get it',
  'unreachable-toleration-only-if-none':
    '--default-unreachable-toleration-seconds: pods with the other toleration do not get it',
  'not-ready-toleration-added-twice':
    '--default-not-ready-toleration-seconds: is added to pods that have one',
  'unreachable-toleration-added-twice':
    '--default-unreachable-toleration-seconds: is added to pods that have one',
  'proxy-client-certificate-not-shown': '--proxy-client-cert-file: is not shown to admission webhooks',
} as const
