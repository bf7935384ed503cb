import { sharedAgentFixture } from '../fixture.ts'

/** A node agent with default flags and an API server. */
export const defaultFixture = sharedAgentFixture(() => ({}))
