import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { declareRequiredRules } from '../../shared/configuration/required-rules.ts'
import { egressTable } from '#documents/1/egress.ts'
import { completeFile, completeTwin } from './complete-file.ts'
import { sharedProxy } from './configuration.ts'

const files = configurationFile({ kind: 'egress', peer: sharedProxy(), base: completeFile })

declareRequiredRules('egress.required.', { table: egressTable, files, twin: completeTwin })
