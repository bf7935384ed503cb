// The suites of this group test the same endings, which recorded-endings.ts records.
import './delaying.suite.ts'
import './delaying-requests.suite.ts'
import './draining.suite.ts'
import './draining-rejections.suite.ts'
import './draining-watches.suite.ts'
import './open.suite.ts'
import './coverage.suite.ts'
