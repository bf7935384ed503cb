import { type NamedInError, currentCheck, type Peer } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { expectAccepted, expectRefusal, type ServerSpec, startOutcome } from '../api-server.ts'
import { type Changes, applyChanges } from './apply-changes.ts'
import { configurationFlag, type KindName } from './kinds.ts'

/** Variants of one accepted configuration file. Each variant starts a separate server, with `flags` in addition. */
export interface Variants<C = Changes> {
  /** Returns the settings of a server with the variant, or with the accepted file without changes. */
  spec(changes?: C, flags?: Flags): Promise<ServerSpec>
  /** Expects that the variant is valid: a server becomes ready with it. */
  accepts(changes?: C, flags?: Flags): Promise<void>
  /**
   * Expects that the variant is invalid: a server refuses it, and its reason names `about` if the dialect can verify
   * that.
   */
  refuses(changes: C, about: NamedInError, flags?: Flags): Promise<void>
  /** Records whether a server starts with the variant. */
  observes(what: string, changes: C): Promise<void>
}

/** Changes of a file, or a function that returns them for the peer in the file. */
export type ChangesFor<P> = Changes | ((peer: P) => Changes)

/** Variants of a file that names a peer. */
export interface VariantsAround<P> extends Variants<ChangesFor<P>> {
  /** The peer that the file names. */
  readonly peer: () => Promise<P>
}

/** An accepted configuration file. */
export interface AcceptedFile {
  readonly kind: KindName
  readonly base: () => object
  /** Flags of every variant. */
  readonly commonFlags?: Flags | (() => Flags)
}

/** An accepted configuration file that names a peer. */
export interface AcceptedFileAround<P> extends Pick<AcceptedFile, 'kind' | 'commonFlags'> {
  readonly peer: () => Promise<P>
  readonly base: (peer: P) => object | Promise<object>
}

/** Returns the variants of an accepted configuration file. */
export function configurationFile<P extends Peer>(accepted: AcceptedFileAround<P>): VariantsAround<P>
export function configurationFile(accepted: AcceptedFile): Variants
export function configurationFile<P extends Peer>(
  accepted: AcceptedFile | AcceptedFileAround<P>,
): Variants | VariantsAround<P> {
  const { kind, commonFlags: further = {} } = accepted
  const serverSpec = (content: object, flags: Flags, peers: readonly Peer[] = []): ServerSpec => ({
    peers,
    flags: {
      ...(typeof further === 'function' ? further() : further),
      ...configurationFlag(kind, content),
      ...flags,
    },
  })
  if (!('peer' in accepted)) {
    return variants<Changes>(async (changes, flags) =>
      serverSpec(applyChanges(accepted.base(), changes), flags),
    )
  }
  const fileVariants = variants<ChangesFor<P>>(async (changes, flags) => {
    const peer = await accepted.peer()
    const ownChanges = typeof changes === 'function' ? changes(peer) : changes
    return serverSpec(applyChanges(await accepted.base(peer), ownChanges), flags, [peer])
  })
  return { ...fileVariants, peer: accepted.peer }
}

function variants<C>(specOf: (changes: C | Changes, flags: Flags) => Promise<ServerSpec>): Variants<C> {
  const spec: Variants<C>['spec'] = (changes, flags = {}) => specOf(changes ?? {}, flags)
  return {
    spec,
    accepts: async (changes, flags) => expectAccepted(await spec(changes, flags)),
    refuses: async (changes, about, flags) => expectRefusal(await spec(changes, flags), about),
    observes: async (what, changes) => {
      const { outcome, exitCode } = await startOutcome(await spec(changes))
      currentCheck().observe(what, outcome === 'refused' ? `refused with exit code ${exitCode}` : outcome)
    },
  }
}
