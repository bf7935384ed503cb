import type { Deviation } from '../../dialect.ts'
import { apiserver, sourceAt } from './source.ts'

const selectionPath = `${apiserver}/pkg/server/egressselector`
const tracingPath = `${apiserver}/pkg/server/options/tracing.go`
const plainHttpReason =
  'A url that begins with http:// passes validation, and then the missing tlsConfig is read: the start ends in a panic.'
const untypedReason =
  'The file is decoded into the kind, which fills in apiVersion and kind where they are missing.'

/** Deviations in the files of egress selection and tracing. */
export const egressDeviations: readonly Deviation[] = [
  {
    check: 'egress.required.egressselections/refuses-a-file-without-egressselections',
    reason: 'A file without egressSelections selects nothing instead of being invalid.',
    link: sourceAt(`${selectionPath}/config.go`, 'L72-L77'),
  },
  {
    check: 'egress.file.open-name-case/refuses-*',
    reason: 'Names are compared in lower case, in the validation as where a selection is looked up.',
    link: sourceAt(`${selectionPath}/config.go`, 'L102-L115'),
  },
  {
    check: 'egress.tcp.url-scheme/accepts-http-without-tlsconfig',
    crashes: true,
    reason: plainHttpReason,
    link: sourceAt(`${selectionPath}/egress_selector.go`, 'L271'),
  },
  {
    check: 'egress.tcp.plain-carries/reaches-a-store-behind-a-server-at-an-http-url',
    crashes: true,
    reason: plainHttpReason,
    link: sourceAt(`${selectionPath}/egress_selector.go`, 'L271'),
  },
  {
    check: 'egress.etcd.carries-storage/reaches-a-store-behind-a-server-of-grpc',
    versions: { from: '1.34', before: '1.36' },
    crashes: true,
    reason:
      'A connection through the tunnel names no remote address, and the instrumentation of the etcd client reads it: the start ends in a panic.',
    link: sourceAt(
      'vendor/go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc/stats_handler.go',
      'L198',
    ),
  },
  {
    check: 'tracing.file.api-version/refuses-a-file-without-apiversion',
    reason: untypedReason,
    link: sourceAt(tracingPath, 'L162'),
  },
  {
    check: 'tracing.file.kind/refuses-a-file-without-kind',
    reason: untypedReason,
    link: sourceAt(tracingPath, 'L162'),
  },
  {
    check: 'flag.tracing-config-file.file/refuses-an-empty-file',
    reason: untypedReason,
    link: sourceAt(tracingPath, 'L162'),
  },
  {
    check: 'tracing.rate.unset/samples-a-request-below-a-sampled-span-whoever-asks',
    reason:
      'The parent span is used only for requests of members of system:masters and system:monitoring; others begin a new trace.',
    link: sourceAt(`${apiserver}/pkg/endpoints/filters/traces.go`, 'L88-L97'),
  },
]
