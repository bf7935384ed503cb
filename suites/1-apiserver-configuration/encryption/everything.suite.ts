import { everything } from './everything.ts'

everything()
