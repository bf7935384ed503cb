// The suites of this group judge the same endings, those of recorded-endings.ts.
import './delaying.suite.ts'
import './delaying-requests.suite.ts'
import './draining.suite.ts'
import './draining-rejections.suite.ts'
import './draining-watches.suite.ts'
import './open.suite.ts'
import './coverage.suite.ts'
