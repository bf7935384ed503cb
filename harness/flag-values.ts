/**
 * A file that a flag names: an object becomes YAML in the dialect's spelling, a text is spelled, bytes stay.
 * A file inside such an object is written beside it, and its path stands in its place.
 */
export interface FileValue {
  readonly file: string
  readonly content: string | object | Uint8Array
  /** Writes a text as it is, without the dialect's spelling: certificates, keys, prepared files. */
  readonly verbatim?: true
  /** Names it by its path from the program's working directory, which is where it lies. */
  readonly relative?: true
}

/** A file that stands already: its path goes to the program as it is. */
export interface WrittenFile {
  readonly path: string
}

/** What a flag can be given; files are written when the program starts. */
export type FlagValue = string | number | boolean | FileValue | WrittenFile
/** Flags in the documents' words; a list repeats the flag, `undefined` leaves a usual one out. */
export type Flags = Readonly<Record<`--${string}`, FlagValue | readonly FlagValue[] | undefined>>
