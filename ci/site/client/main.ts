// The script of the documentation's pages; `npm run site` bundles it.
import { startTheme } from '../../../reports/html/client/theme.ts'
import { startSearch } from './search.ts'

startTheme()
startSearch()
