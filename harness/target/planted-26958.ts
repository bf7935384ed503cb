import type { Session } from '../run/session.ts'

export const own = (session: Session) => session
