import { defaultAdmissionPlugins, pluginNames } from '../flags/admission-plugins.ts'

/** Returns the faults in the enablement of each plugin. */
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
