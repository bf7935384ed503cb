import type { Deviation } from '../../dialect.ts'
import { apiserver, sourceAt } from './source.ts'

const configPath = `${apiserver}/pkg/admission/config.go`

/** Deviations of Kubernetes 1.34 in the configuration of admission plugins. */
export const admissionDeviations: readonly Deviation[] = [
  {
    check: 'admission.entry.name-registered/refuses-*',
    reason:
      'Entries are looked up by the name of each plugin that is on; entries of other plugins are ignored.',
    link: sourceAt(configPath, 'L162-L165'),
  },
  {
    check: 'admission.entry.name-required/refuses-*',
    reason: 'An entry without a name belongs to no plugin, so it is ignored like an unknown name.',
    link: sourceAt(configPath, 'L162-L165'),
  },
  {
    check: 'admission.file.v1alpha1-refusals/refuses-a-file-with-an-entry-*',
    reason: 'The same in v1alpha1 as in v1: an entry that belongs to no plugin that is on is ignored.',
    link: sourceAt(configPath, 'L162-L165'),
  },
  {
    check: 'flag.proxy-client-cert-file.admission-webhooks/an-admission-webhook-is-shown-the-certificate',
    reason:
      'The certificate is shown to aggregated servers only; what webhooks are shown comes from the kubeConfigFile of their own admission configuration.',
    link: sourceAt(`${apiserver}/pkg/util/webhook/authentication.go`, 'L208-L225'),
  },
  {
    check: 'admission.file.types/refuses-a-text-where-an-object-belongs',
    reason:
      'configuration takes any JSON value; whether it is an object is left to the plugin, and PodNodeSelector starts with a text.',
    link: sourceAt(configPath, 'L138-L140'),
  },
  {
    check: 'admission.entry.repeated-plugin/*',
    reason: 'The first entry with the name of a plugin is used, and a second one is ignored.',
    link: sourceAt(configPath, 'L162-L170'),
  },
]
