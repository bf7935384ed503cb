import { type Catalogue, catalogueOf } from '../engine/plan.ts'
import type { Product } from './product.ts'
import { Session, type SessionOptions } from './session.ts'

/** An open session of the suites, with programs whose versions are queried. */
export interface OpenedSession {
  readonly session: Session
  /** Reported versions. The query takes as long as a refused start. */
  readonly programs: Session['programs']
  /** Returns everything that the suites declare, and the remaining content of the documents. */
  readonly catalogue: () => Promise<Catalogue>
  /** Ends the session and the version queries. */
  readonly close: () => Promise<void>
}

/** Options of a session; the versions are determined by queries. */
export interface OpenOptions extends Omit<SessionOptions, 'queriesVersions'> {
  readonly product: Product
  /** True if the programs are queried only on demand; default at once. */
  readonly queriesVersionsAfterwards?: boolean
}

/** Opens a session whose suites use the spelling for the reported versions; `close` must follow. */
export function openSession({ queriesVersionsAfterwards = false, ...options }: OpenOptions): OpenedSession {
  const { product } = options
  const session = new Session({ ...options, queriesVersions: true })
  if (!queriesVersionsAfterwards) session.queryVersions()
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
