// Script of the report page. The build bundles it.
import { startEvidence } from './evidence.ts'
import { startFilters } from './filter.ts'
import { startKeys } from './keys.ts'
import { startNavigation } from './navigate.ts'
import { startTheme } from './theme.ts'
import { startWatch } from './watch.ts'

startTheme()
startEvidence()
startFilters()
startNavigation()
startKeys()
startWatch()
