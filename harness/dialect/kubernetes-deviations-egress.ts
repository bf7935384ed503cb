import type { Deviation } from './dialect.ts'

const source = 'https://github.com/kubernetes/kubernetes/blob/v1.34.0/staging/src/k8s.io/apiserver/pkg'
const vendor = 'https://github.com/kubernetes/kubernetes/blob/v1.34.0/vendor'
const plainHttp =
  'A url that begins with http:// passes validation, and then the missing tlsConfig is read: the start ends in a panic.'
const untyped =
  'The file is decoded into the kind, which fills in apiVersion and kind where they are missing.'

/** Departures in the files of egress selection and tracing. */
export const egressDeviations: readonly Deviation[] = [
  {
    check: 'egress.required.egressselections/refuses-a-file-without-egressselections',
    reason: 'A file without egressSelections selects nothing instead of being invalid.',
    link: `${source}/server/egressselector/config.go`,
  },
  {
    check: 'egress.tcp.url-scheme/accepts-http-without-tlsconfig',
    reason: plainHttp,
    link: `${source}/server/egressselector/egress_selector.go`,
  },
  {
    check: 'egress.tcp.plain-carries/reaches-a-store-behind-a-server-at-an-http-url',
    reason: plainHttp,
    link: `${source}/server/egressselector/egress_selector.go`,
  },
  {
    check: 'egress.etcd.carries-storage/reaches-a-store-behind-a-server-of-grpc',
    reason:
      'A connection through the tunnel names no remote address, and the instrumentation of the etcd client reads it: the start ends in a panic.',
    link: `${vendor}/sigs.k8s.io/apiserver-network-proxy/konnectivity-client/pkg/client/conn.go`,
  },
  {
    check: 'tracing.file.api-version/refuses-v1alpha1-in-the-group-of-v1',
    reason: 'The v1alpha1 kind stands in the group of v1, apiserver.config.k8s.io.',
    link: `${source}/apis/apiserver/v1alpha1/register.go`,
  },
  {
    check: 'tracing.file.api-version/refuses-a-file-without-apiversion',
    reason: untyped,
    link: `${source}/server/options/tracing.go`,
  },
  {
    check: 'tracing.file.kind/refuses-a-file-without-kind',
    reason: untyped,
    link: `${source}/server/options/tracing.go`,
  },
  {
    check: 'flag.tracing-config-file.file/refuses-an-empty-file',
    reason: untyped,
    link: `${source}/server/options/tracing.go`,
  },
]
