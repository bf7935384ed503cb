import type { Deviation } from './dialect.ts'

const source = 'https://github.com/kubernetes/kubernetes/blob/v1.34.0'

/** Where Kubernetes 1.34 takes other values of the API server's flags than the documents say. */
export const flagDeviations: readonly Deviation[] = [
  {
    check: 'flag.log-text-info-buffer-size.styles/accepts-1k',
    reason: 'The decimal suffix for a thousand is a small k; the capital one is none.',
    link: `${source}/staging/src/k8s.io/apimachinery/pkg/api/resource/suffix.go`,
  },
  {
    check: 'flag.logging-format.values/refuses-the-format-json',
    reason: 'The JSON format is linked into the program, and permitted beside text.',
    link: `${source}/staging/src/k8s.io/component-base/logs/json/register/register.go`,
  },
  {
    check: 'flag.runtime-config.type/refuses-a-key-without-a-value',
    reason: 'A key alone counts as one that is true.',
    link: `${source}/staging/src/k8s.io/component-base/cli/flag/configuration_map.go`,
  },
]
