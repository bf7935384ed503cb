// Script of the pages of the documentation; `npm run site` bundles it.
import { startTheme } from '../../../reports/html/client/theme.ts'
import { startSearch } from './search.ts'

startTheme()
startSearch()
