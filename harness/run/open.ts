import { type Catalogue, catalogueOf } from '../engine/plan.ts'
import { minorVersions, programsOf } from '../target/versions.ts'
import type { Product } from './product.ts'
import { Session, type SessionOptions } from './session.ts'

/** A use of the suites on programs that were asked for their versions. */
export interface Opened {
  readonly session: Session
  /** What they said; the answer takes as long as a start that is refused. */
  readonly programs: ReturnType<typeof programsOf>
  /** All that the suites declare, and what the documents say beside. */
  readonly catalogue: () => Promise<Catalogue>
  /** Ends it, and the asking. */
  readonly close: () => Promise<void>
}

/** What a session is opened with; the versions are found out. */
export interface OpenOptions extends Omit<SessionOptions, 'versions'> {
  readonly product: Product
}

/** Opens a session whose suites spell what its programs say they are; `close` must follow. */
export function openSession(options: OpenOptions): Opened {
  const { product, target } = options
  const asking = new AbortController()
  // Asked while the engine starts.
  const programs = programsOf(target, asking.signal)
  const versions = programs.then((said) => minorVersions(target.dialect, said))
  const session = new Session({ ...options, versions })
  const catalogue = async (): Promise<Catalogue> => catalogueOf(await session.collected(), product.outline())
  const close = (): Promise<void> => {
    asking.abort()
    return session.close()
  }
  return { session, programs, catalogue, close }
}
