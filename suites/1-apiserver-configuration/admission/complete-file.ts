import {
  admissionFiles,
  atPath,
  baselineSecurity,
  nodeSelector,
} from '../../fixtures/plugins/admission-files.ts'
import { admissionFile, eventLimits, type PluginEntry } from '../../fixtures/plugins/plugin-peers.ts'

/** The check that every variant of the complete file counts on. */
export const completeTwin = 'admission.file.complete/accepts-a-file-that-uses-every-field'

const selector: PluginEntry = {
  name: 'PodNodeSelector',
  path: atPath('by-path', nodeSelector('from=path')),
  configuration: nodeSelector('from=inline'),
}

/** Variants of a file that uses every field, alone and beside the others; the first entry is the one that changes. */
export const files = admissionFiles(
  admissionFile([
    selector,
    { name: 'PodSecurity', path: atPath('security', baselineSecurity) },
    { name: 'EventRateLimit', configuration: eventLimits },
  ]),
  { '--enable-admission-plugins': 'PodNodeSelector,EventRateLimit' },
)

/** Variants of a file of one entry with every field. */
export const singleFiles = admissionFiles(admissionFile([selector]), {
  '--enable-admission-plugins': 'PodNodeSelector',
})
