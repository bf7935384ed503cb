import { emulationRules } from './emulation.ts'
import { forwardCompatibleRules } from './forward-compatible.ts'
import { gateRules } from './gates.ts'
import { runtimeConfigRules } from './runtime-config.ts'
import { versionRules } from './version.ts'

// They share servers, which differ in what is switched on and off and in what is emulated.
runtimeConfigRules()
emulationRules()
forwardCompatibleRules()
gateRules()
versionRules()
