/** One check with what it saw. */
export const checkStyle = `
.check{border:1px solid var(--line);border-radius:10px;background:var(--card)}
.check+.check{margin-top:.4rem}
.check>summary{grid-template-columns:auto 8.2rem minmax(0,1fr) auto auto;padding:.5rem .8rem;align-items:center}
.check>summary>.icon{margin-top:0}
.check>summary .verdict{justify-self:start}
.check .tag{padding:0 .5em;border-radius:99px;background:light-dark(#fcf2d6,#382b0d);color:light-dark(#7d5200,#f0c463);font-size:.78rem;font-weight:600}
.check[open]>summary{border-bottom:1px solid var(--line)}
.check>.body{padding:.9rem 1rem 1rem}
.check .body>:first-child{margin-top:0}
.reason,.known{padding:.6rem .85rem;border-left:3px solid var(--strong-line);border-radius:4px 8px 8px 4px;background:var(--sunk)}
.check[data-red] .reason{border-color:light-dark(#d63a45,#e05560)}
.known{margin-top:.6rem;border-color:light-dark(#8f6ad0,#9b7bd8)}
.values{display:grid;grid-template-columns:1fr 1fr;gap:.8rem;margin-top:.9rem}
.values h5{margin-top:0}
.values pre,.file pre,.repro pre,.data pre{max-height:26rem;overflow:auto;padding:.6rem .8rem;border:1px solid var(--line);border-radius:8px;background:var(--sunk)}
.check[data-red] .values>:last-child pre{border-color:light-dark(#e39aa0,#7c3239);background:light-dark(#fdf3f3,#26161a)}
.twin{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;margin-top:.9rem;font-size:.92rem}
.twin>span:first-child,.launches,.folder{color:var(--quiet)}
.launches,.folder{margin-top:.8rem;font-size:.9rem}
.more,.file{margin-top:.7rem}
.more>summary,.file>summary,.entries>summary,.data>summary{display:inline-block;padding:.1rem .3rem;margin-left:-.3rem;border-radius:6px;color:var(--link);font-size:.92rem}
.more>summary::before,.file>summary::before,.entries>summary::before,.data>summary::before{content:"+";display:inline-block;width:1.1em;color:var(--quiet)}
.more[open]>summary::before,.file[open]>summary::before,.entries[open]>summary::before,.data[open]>summary::before{content:"\\2212"}
.more .scroll{margin-top:.3rem}
.file{margin-top:.25rem}
.file pre{margin-top:.3rem;font-size:.82rem;line-height:1.45}
.observed th{width:14rem;color:var(--text);font-size:.9rem;font-weight:500}
.repro{position:relative;margin-top:1rem}
.repro pre{padding-right:5rem}
.repro .copy{position:absolute;right:.4rem;bottom:.32rem;padding:.12rem .6rem;font-size:.82rem}
.anchor{margin-top:.8rem;font-size:.85rem}
.anchor a{color:var(--quiet);text-decoration:none;overflow-wrap:anywhere}
.anchor a:hover{text-decoration:underline}
@media (max-width:44rem){.values{grid-template-columns:minmax(0,1fr)}}
`
