/** An HTML file in a frame that runs no script, sends no form and loads nothing from anywhere. */
export function HtmlFrame({ name, html }: { name: string; html: string }) {
  return (
    <iframe
      title={name}
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={`<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}">${html}`}
      // The file decides on its colours, and most are made for white paper.
      className="min-h-0 w-full flex-1 border-0 bg-white [color-scheme:light]"
    />
  );
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
