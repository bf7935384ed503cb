import { type Catalogue, catalogueOf } from '../engine/plan.ts'
import type { Product } from './product.ts'
import { Session, type SessionOptions } from './session.ts'

/** A use of the suites on programs that were asked for their versions. */
export interface Opened {
  readonly session: Session
  /** What they said; the answer takes as long as a start that is refused. */
  readonly programs: Session['programs']
  /** All that the suites declare, and what the documents say beside. */
  readonly catalogue: () => Promise<Catalogue>
  /** Ends it, and the asking. */
  readonly close: () => Promise<void>
}

/** What a session is opened with; the versions are found out. */
export interface OpenOptions extends Omit<SessionOptions, 'asksVersions'> {
  readonly product: Product
  /** Whether the programs are asked only when somebody needs it, or says which; default at once. */
  readonly asksLater?: boolean
}

/** Opens a session whose suites spell what its programs say they are; `close` must follow. */
export function openSession({ asksLater = false, ...options }: OpenOptions): Opened {
  const { product } = options
  const session = new Session({ ...options, asksVersions: true })
  if (!asksLater) session.askVersions()
  const catalogue = async (): Promise<Catalogue> => catalogueOf(await session.collected(), product.outline())
  const close = (): Promise<void> => session.close()
  return {
    session,
    get programs() {
      return session.programs
    },
    catalogue,
    close,
  }
}
