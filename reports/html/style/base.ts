/** Type, links, focus and the small shared pieces. */
export const baseStyle = `
*,*::before,*::after{box-sizing:border-box}
[hidden]{display:none!important}
html{scroll-padding-top:7rem;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:86rem;padding:1.5rem clamp(1rem,3vw,2.5rem) 5rem;background:var(--page);color:var(--text);
  font:15px/1.5 Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-feature-settings:"cv05","ss03"}
code,pre,kbd{font-family:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;font-size:.86em}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
h1,h2,h3,h5{margin:0;line-height:1.25;font-weight:650;text-wrap:balance}
h5{margin:1.1rem 0 .4rem;font-size:.74rem;font-weight:600;letter-spacing:.04em;text-transform:uppercase;color:var(--quiet)}
p,ul,ol,dl,dd,figure{margin:0}
ul,ol{padding:0;list-style:none}
a{color:var(--link);text-underline-offset:.18em}
small{font-size:.85em;color:var(--quiet)}
button,select,input{font:inherit;color:inherit}
button{cursor:pointer}
summary{cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:6px}
table{width:100%;border-collapse:collapse;font-size:.9rem}
th{text-align:left;font-weight:600;color:var(--quiet);font-size:.8rem}
th,td{padding:.45rem .7rem .45rem 0;border-bottom:1px solid var(--line);vertical-align:top}
tbody tr:last-child>*{border-bottom:0}
kbd{padding:.05em .4em;border:1px solid var(--line);border-bottom-width:2px;border-radius:5px;background:var(--sunk);color:var(--quiet);font-size:.78em}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.sprite{position:absolute;width:0;height:0}
.skip{position:absolute;left:-99rem;z-index:9;padding:.5rem 1rem;background:var(--card);border-radius:8px}
.skip:focus{left:1rem;top:1rem}
.icon{width:1em;height:1em;flex:none;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.scroll{overflow:auto;max-height:28rem}
.nothing{color:var(--quiet);font-size:.88rem}
.verdict{display:inline-flex;align-items:center;gap:.35em;flex:none;padding:.12em .6em .12em .45em;border-radius:99px;background:var(--soft);color:var(--ink);font-size:.8rem;font-weight:600;line-height:1.5;white-space:nowrap}
.v-not-run.verdict{outline:1px dashed var(--strong-line);outline-offset:-1px}
.bar{display:block;width:100%;height:5px;overflow:hidden;border-radius:99px;background:var(--sunk)}
.bar rect+rect{stroke:var(--card);stroke-width:1px}
dialog{padding:1.5rem;border:1px solid var(--line);border-radius:14px;background:var(--card);color:var(--text);box-shadow:var(--shadow)}
dialog::backdrop{background:#0007}
dialog h2{font-size:1.1rem}
dialog dl{margin:1rem 0;display:grid;gap:.5rem}
dialog dl>div{display:grid;grid-template-columns:5rem 1fr;gap:1rem}
dialog button,.tools button,.filters button:not(.chip),.repro button{padding:.25rem .7rem;border:1px solid var(--line);border-radius:8px;background:var(--card)}
dialog button:hover,.tools button:hover,.filters button:hover,.repro button:hover{border-color:var(--strong-line)}
@media print{.tools,.filters,.outline,.skip,.copy{display:none!important}body{background:#fff}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`
