import { fileAtPath, baselinePodSecurity, nodeSelector } from './plugin-configurations.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { configurationKinds } from '../../shared/configuration/kinds.ts'
import { admissionFile, eventLimits, type PluginEntry } from '../../shared/admission/plugin-peers.ts'

/** Control check of every variant of the complete file. */
export const completeTwin = configurationKinds.admission.complete

const selector: PluginEntry = {
  name: 'PodNodeSelector',
  path: fileAtPath('by-path', nodeSelector('from=path')),
  configuration: nodeSelector('from=inline'),
}

/** Variants of a file that uses every field. Changes apply to the first entry. */
export const files = configurationFile({
  kind: 'admission',
  base: () =>
    admissionFile([
      selector,
      { name: 'PodSecurity', path: fileAtPath('security', baselinePodSecurity) },
      { name: 'EventRateLimit', configuration: eventLimits },
    ]),
  commonFlags: { '--enable-admission-plugins': 'PodNodeSelector,EventRateLimit' },
})

/** Variants of a file with one entry that uses every field. */
export const singleFiles = configurationFile({
  kind: 'admission',
  base: () => admissionFile([selector]),
  commonFlags: { '--enable-admission-plugins': 'PodNodeSelector' },
})
