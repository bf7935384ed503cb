import { type Decoder, object, string } from '../../config/decode.ts'
import { Problems } from '../../config/problems.ts'
import { readDocument } from '../../config/read-document.ts'
import type { Fault, ServerQuirks } from '../faults.ts'
import { type Kind, kinds, v1, v1alpha1 } from './kinds.ts'

type Fields = Readonly<Record<string, Decoder<unknown>>>
type FieldsOf<F extends Fields> = {
  readonly [K in keyof F]: (F[K] extends Decoder<infer T> ? T : never) | undefined
}

/** One kind of configuration file: its fields, and the rules that hold between and inside them. */
export interface KindReader<F extends Fields> {
  readonly kind: Kind
  readonly fields: F
  validate(config: FieldsOf<F>, problems: Problems<Fault>, quirks: ServerQuirks): Promise<void> | void
}

/** Reads and validates a typed configuration file; throws a Refusal that names every offending field. */
export async function loadConfig<F extends Fields>(
  file: string,
  reader: KindReader<F>,
  quirks: ServerQuirks,
): Promise<FieldsOf<F>> {
  const document = readDocument(file, quirks)
  const forgiven = () => unreadable.some((fault) => quirks.fault(fault))
  if (Object.keys(document).length === 0 && forgiven()) return {} as FieldsOf<F>
  const problems = new Problems<Fault>(quirks)
  const freedom = { lastFirst: quirks.freedom('problems-last-first') }
  checkType(document, reader.kind, problems, quirks)
  problems.refuse(file, freedom)
  const decode = object({ ...reader.fields, apiVersion: string(), kind: string() })
  const config = decode(document, '', { problems, quirks })
  // The shape was checked to be an object above, so that there is always a result.
  const fields = config as unknown as FieldsOf<F>
  await reader.validate(fields, problems, quirks)
  problems.refuse(file, freedom)
  return fields
}

const unreadable = ['missing-file-accepted', 'empty-file-accepted', 'broken-file-accepted'] as const

function checkType(
  { apiVersion, kind }: Readonly<Record<string, unknown>>,
  expected: Kind,
  problems: Problems<Fault>,
  quirks: ServerQuirks,
): void {
  const versions: readonly string[] = kinds[expected]
  const version = typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : undefined
  if (version === undefined) {
    problems.require(false, 'apiVersion', 'required', 'api-version-missing-accepted')
  } else if (version === v1alpha1 && versions.includes(version)) {
    problems.forbid(versions.includes(v1), 'apiVersion', 'version-v1alpha1-refused')
  } else if (version !== v1 || !versions.includes(version)) {
    const other = version === v1 || version === v1alpha1
    const fault = other ? (`${expected}-other-version-accepted` as const) : 'api-version-unknown-accepted'
    problems.require(false, 'apiVersion', `${expected} is not part of ${JSON.stringify(version)}`, fault)
  }
  if (kind === undefined || kind === null || kind === '') {
    problems.require(false, 'kind', 'required', 'kind-missing-accepted')
  } else if (kind !== expected) {
    const near = typeof kind === 'string' && kind.toLowerCase() === expected.toLowerCase()
    if (near && quirks.fault('kind-case-ignored')) return
    problems.require(false, 'kind', `must be ${expected}`, 'kind-not-compared')
  }
}
