import { formerly, type NamedCases } from '#kit'
import { file, type FileValue } from '#kit/launch.ts'

const name = 'client.yaml'

/** Files without a client configuration, although a flag or field requires one. */
export const noClientConfig: NamedCases<FileValue | string> = {
  'a path at which no file exists': formerly('a path where no file is', `/nonexistent/${name}`),
  'an empty file': file(name, '', { verbatim: true }),
  'a file that cannot be parsed': file(name, 'clusters: [', { verbatim: true }),
}

/** Subject of the refusal of such a file: the file, or the missing configuration. */
export const aboutNoClientConfig = [name, 'configuration']
