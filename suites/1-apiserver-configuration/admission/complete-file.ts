import { atPath, baselinePodSecurity, nodeSelector } from './plugin-configurations.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { configurationKinds } from '../../shared/configuration/kinds.ts'
import { admissionFile, eventLimits, type PluginEntry } from '../../shared/admission/plugin-peers.ts'

/** Check that every variant of the complete file depends on. */
export const completeTwin = configurationKinds.admission.complete

const selector: PluginEntry = {
  name: 'PodNodeSelector',
  path: atPath('by-path', nodeSelector('from=path')),
  configuration: nodeSelector('from=inline'),
}

/** Variants of a file that uses every field, alone and next to the others. The first entry is the one that changes. */
export const files = configurationFile({
  kind: 'admission',
  base: () =>
    admissionFile([
      selector,
      { name: 'PodSecurity', path: atPath('security', baselinePodSecurity) },
      { name: 'EventRateLimit', configuration: eventLimits },
    ]),
  beside: { '--enable-admission-plugins': 'PodNodeSelector,EventRateLimit' },
})

/** Variants of a file of one entry with every field. */
export const singleFiles = configurationFile({
  kind: 'admission',
  base: () => admissionFile([selector]),
  beside: { '--enable-admission-plugins': 'PodNodeSelector' },
})
