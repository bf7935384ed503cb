/**
 * A file that a flag refers to: an object becomes YAML in the dialect's spelling, a text is translated to the dialect,
 * bytes stay unchanged. A file inside such an object is written next to it, and replaced by its path.
 */
export interface FileValue {
  readonly file: string
  readonly content: string | object | Uint8Array
  /** Writes a text such as a certificate or a key as it is, without a translation to the dialect. */
  readonly verbatim?: true
  /** Refers to the file by its path relative to the program's working directory, which contains the file. */
  readonly relative?: true
}

/** An existing file. Its path is passed to the program unchanged. */
export interface WrittenFile {
  readonly path: string
}

/** Value of a flag. Files are written when the program starts. */
export type FlagValue = string | number | boolean | FileValue | WrittenFile
/** Flags in the documents' spelling. A list repeats the flag, `undefined` removes a default flag. */
export type Flags = Readonly<Record<`--${string}`, FlagValue | readonly FlagValue[] | undefined>>

/** Returns the flag of an argument: `--port` of `--port=1`. */
export function flagOf(argument: string): string {
  return argument.split('=', 1)[0] ?? ''
}
