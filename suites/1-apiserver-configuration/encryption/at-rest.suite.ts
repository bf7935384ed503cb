import { identityProvider } from './identity.ts'
import { listedKeys } from './listed-keys.ts'
import { providers } from './providers.ts'
import { rotation } from './rotation.ts'
import { twoConfigurations } from './two-configurations.ts'
import { unreadable } from './unreadable.ts'

// Two servers on one store carry all of them.
const world = twoConfigurations()
providers(world)
identityProvider(world)
listedKeys(world)
rotation(world)
unreadable(world)
