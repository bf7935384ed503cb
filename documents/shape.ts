import type { NamedInError } from '#kit'
import type { Flags, FlagValue, Role } from '#kit/launch.ts'
import type { Constraint, Profile, Source } from '#kit/tables.ts'

/** New values by the path of their member, as in `jwt.0.issuer.url`; `undefined` removes the member. */
export type Changes = Readonly<Record<string, unknown>>

/** A value in the syntax of a configuration file. */
export type FileSyntax =
  | string
  | number
  | boolean
  | readonly FileSyntax[]
  | { readonly [name: string]: FileSyntax }

type Values = readonly [unknown, ...unknown[]]

/** Changes of generated files that give a field a value. The number selects one of several equivalent ways. */
type DrawChanges = (value: unknown, pick: number) => Changes

/** Properties of a file that a program must refuse. */
interface RefusedFile {
  /** The fault of the reference that accepts the file. */
  readonly fault: string
  /** Words that complete "refuses a file … " of version v1alpha1, if that version is also checked. */
  readonly inV1alpha1?: string
  /** The name of the violation in generated files; without a name, generated files do not contain the violation. */
  readonly constraint?: string
  /** Subject that the error message must name; by default the field. */
  readonly subject?: NamedInError
  /** Path of the change; by default the path of the field. */
  readonly path?: string
  /** Changes of generated files for this violation, if it changes more than the value of the field. */
  readonly drawChanges?: DrawChanges
}

/** Invalid values of a row. The check uses the first, and generated files draw from all. */
export interface InvalidValues extends RefusedFile {
  readonly values: Values
  /** Words that the id of the check is made from, if its title has changed. */
  readonly formerly?: string
}

/**
 * Near misses by the words that complete a title: their values, or the values with properties that override those of
 * the rule.
 */
export type NearMisses = Readonly<
  Record<string, Values | (Omit<InvalidValues, 'fault'> & Partial<InvalidValues>)>
>

/** A file without a field that the document requires. */
export interface MissingField extends RefusedFile {
  /** Suffix of the id of the rule, if the field has a separate rule. */
  readonly id?: string
  /** Words that complete "refuses a file without …"; by default the key. */
  readonly words?: string
  /** Aspect of the row that the requirement belongs to; by default the aspect of the whole table. */
  readonly aspect?: string
}

/** A rule about the values of a row, with near misses in words. */
export interface ValueRule {
  readonly id: string
  readonly says: string
  /** Place of the statement in the document, if it differs from the place of the row. */
  readonly place?: Partial<Pick<Source, 'section' | 'rows' | 'aspect'>>
  /** Values that a flag accepts. */
  readonly legalValues?: readonly FlagValue[]
  /** Files that resemble the near misses but are valid, each with the fault that refuses it. */
  readonly acceptedFiles?: Readonly<Record<string, { readonly fault: string; readonly changes: Changes }>>
  /** Words that complete "refuses" in the title of its checks; by default `%s`. */
  readonly title?: string
  /** The fault, and the violation in generated files, of the near misses that do not name their own. */
  readonly fault?: string
  readonly constraint?: string
  readonly nearMisses: NearMisses
  /** Flags without which the value would be refused for another reason, or would have no effect. */
  readonly neededFlags?: Flags
  /** Flags that must not be set in the same start, because they set the same property differently. */
  readonly conflictingFlags?: readonly string[]
  /** Ports that the start does not wait for, because the flag moves them. */
  readonly opens?: Readonly<Partial<Record<'main' | 'health', boolean>>>
  /** Subject that the error message must name, if it is not the flag. */
  readonly subject?: NamedInError
}

/** The field of a configuration file that a flag stands for. */
export interface FileField {
  /** JSON pointer of the field in the file (RFC 6901). */
  readonly field: string
  /** Default in effect, if it differs from the help; `null` if it is not observable. */
  readonly default?: FileSyntax | null
  /** Values of the file, of a drop-in file that overrides it, and of the flag that overrides both. */
  readonly values?: readonly [file: FileSyntax, dropIn: FileSyntax, flag: FileSyntax]
  /** Status with which an agent refuses a read if the value of the source is not in effect, by source. */
  readonly refusedWithout?: { readonly file?: number; readonly 'drop-in'?: number; readonly flag?: number }
  /** Value of weaker sources, if the value in effect must always be the same because no other value works. */
  readonly weakerValue?: FileSyntax
  /** A key of the map that only the configuration file sets when the flag is the strongest source, with its value. */
  readonly fileOnly?: readonly [key: string, value: FileSyntax]
  /** Separator between a key and its value on the command line; by default an equals sign. */
  readonly separator?: '<'
  /** Values that differ so little from each other and from the default that a program can confuse them. */
  readonly similarValues?: readonly FileSyntax[]
}

/**
 * Row of a table, or sentence of the documents, as data. Fields of a kind, flags, gates and sentences have this shape;
 * each has the members that the document states for it.
 */
export interface Row {
  /** The key as the document spells it, or the subject of a sentence in our words. */
  readonly key: string
  /** Type of a field, or owner of a row whose key another row of the section also has. */
  readonly of?: string
  readonly isSentence?: true
  /** True if the row only describes the text of the program's help. */
  readonly isText?: true
  /** True if the document leaves its subject undefined. */
  readonly isOpen?: true
  /** Program and profile, if they differ from the section's. */
  readonly program?: Role
  readonly profile?: Profile

  /** Name of the flag. */
  readonly flag?: `--${string}`
  /** The name of a field, and its path in the file: dots in document 1, a pointer (RFC 6901) in document 2. */
  readonly name?: string
  readonly path?: string

  /** Type as the document spells it, or `-` if the document names no type. */
  readonly type?: string
  /** Unit of a number, unless it is a count. */
  readonly unit?: 'seconds' | 'per second' | 'bits' | 'share'
  /** The members of the elements of a list of objects. */
  readonly members?: readonly string[]
  /** Default value; absent if the document has a dash. The default of a flag is in the words of the help. */
  readonly default?: unknown
  readonly stage?: 'ALPHA' | 'BETA'
  /**
   * Column D of the flag tables: `C` for flags that belong in the configuration file, `R` for flags that will be
   * removed.
   */
  readonly deprecated?: 'C' | 'R'
  /** Files without the field, if the document requires the field. */
  readonly requirement?: MissingField | readonly MissingField[]
  /** True if the table marks the field as not required. */
  readonly isOptional?: true
  /** The field that a flag stands for; absent if the flag stands for no observable field. */
  readonly file?: FileField

  /**
   * Legal values. A server accepts the values of all flags together; generated files draw the values of a field of
   * document 1; a field of document 2 has two values that differ from the values of neighbouring fields.
   */
  readonly legalValues?: readonly unknown[]
  /**
   * Values in the entries of the complete file, up to the limits, or in checks of other fields; by default the first
   * legal value.
   */
  readonly usualValues?: readonly unknown[]
  /** The faults that refuse a usual or a legal value. */
  readonly refusals?: readonly string[]
  /** Changes of generated files that give the field a value, or remove it, if more than the field changes. */
  readonly drawChanges?: DrawChanges
  readonly rules?: readonly ValueRule[]
  /** Values of a wrong type; the default is the values of all flags of the same type. */
  readonly mistypedValues?: NearMisses
  /** Subject that the error message about a mistyped value must name, if it is not the row. */
  readonly subject?: NamedInError
  /** Flags that the program requires together with this flag. */
  readonly needs?: Flags
  /**
   * True if each start, or each start of an area, has the flag, so that no fault of the reference refuses its legal
   * values.
   */
  readonly isNeeded?: true
}

/** Section of a document: its rows, the sentences after them, and statements about two of the rows or sentences. */
export interface Section<R extends Row = Row> {
  readonly document: Source['document']
  readonly section: string
  /** The program of the rows, if it is not the first program of the document. */
  readonly program?: Role
  /**
   * Address of the corresponding page of the Kubernetes documentation, if it is not the page of the program, and the
   * prefix of the anchors of types on this page.
   */
  readonly page?: { readonly address?: string; readonly types?: string }
  readonly rows: readonly R[]
  readonly between?: readonly Constraint[]
}

/** A row with a field of document 1. */
export type Field = Row & RowWith<'name' | 'of' | 'path'>
/** A row with a flag. */
export type FlagRow = Row & RowWith<'flag' | 'type'> & { readonly default?: string }
type RowWith<K extends keyof Row> = { readonly [key in K]-?: Exclude<Row[key], undefined> }
