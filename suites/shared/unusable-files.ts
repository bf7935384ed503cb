import { file, type FileValue } from '#harness/launch/flags.ts'

const name = 'client.yaml'

/** Files that hold no client configuration, though a flag or field makes one their content. */
export const noClientConfig: Readonly<Record<string, FileValue | string>> = {
  'a path where no file is': `/nonexistent/${name}`,
  'an empty file': file(name, '', { verbatim: true }),
  'a file that cannot be parsed': file(name, 'clusters: [', { verbatim: true }),
}

/** What a refusal of such a file speaks of: the file, or that there is no configuration. */
export const aboutNoClientConfig = [name, 'configuration']
