import { identityProvider } from './identity.ts'
import { providers } from './providers.ts'
import { rotation } from './rotation.ts'
import { twoConfigurations } from './two-configurations.ts'
import { unreadable } from './unreadable.ts'

// Two servers on one store carry all of them.
const world = twoConfigurations()
providers(world)
identityProvider(world)
rotation(world)
unreadable(world)
