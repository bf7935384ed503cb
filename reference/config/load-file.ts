import { type Decoder, object, string } from './decode.ts'
import { Problems } from './problems.ts'
import { readDocument } from './read-document.ts'
import { fault, freedom } from '../quirks/quirks.ts'

/** Fields of a kind, each with the decoder of its type. */
export type Fields = Readonly<Record<string, Decoder<unknown>>>

/** Decoded configuration; an omitted field is undefined. */
export type FieldsOf<F extends Fields> = {
  readonly [K in keyof F]: (F[K] extends Decoder<infer T> ? T : never) | undefined
}

/** Fields and rules of one kind of file. */
export interface FileReader<F extends Fields> {
  readonly fields: F
  /** Checks `apiVersion` and `kind`. */
  checkType(document: Readonly<Record<string, unknown>>, problems: Problems): void
  /** Checks the rules between and inside the fields. */
  validate(config: FieldsOf<F>, problems: Problems): Promise<void> | void
}

/** Reads and validates a typed configuration file. Throws a Refusal that names every invalid field. */
export async function loadFile<F extends Fields>(file: string, reader: FileReader<F>): Promise<FieldsOf<F>> {
  const document = readDocument(file)
  const isIgnoredByFault = () => unreadableFaults.some((name) => fault(name))
  if (Object.keys(document).length === 0 && isIgnoredByFault()) return {} as FieldsOf<F>
  const problems = new Problems()
  const order = { lastFirst: freedom('problems-last-first') }
  reader.checkType(document, problems)
  problems.refuse(file, order)
  const decode = object({ ...reader.fields, apiVersion: string(), kind: string() })
  const fields = decode(document, '', problems) as FieldsOf<F>
  await reader.validate(fields, problems)
  problems.refuse(file, order)
  return fields
}

const unreadableFaults = ['missing-file-accepted', 'empty-file-accepted', 'broken-file-accepted'] as const
