import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import type { Creation } from "#lib/registry/create.ts";
import { Language } from "#lib/tools/schema.ts";

/** What the "new tool" form asks for. Throws `invalid_input` for a form that is none of the three ways. */
export async function readCreation(request: Request): Promise<Creation> {
  const form = await request.formData().catch((error: unknown) => {
    throw new AppError("invalid_input", "The upload broke off or is not a form; send it again.", { cause: error });
  });
  const name = z.string().catch("").parse(form.get("name"));
  const template = form.get("template");
  if (template !== null) return { from: "template", language: readLanguage(template), name };
  const zip = form.get("zip");
  if (zip instanceof File)
    return { from: "zip", archive: Buffer.from(await zip.arrayBuffer()), name: name || zip.name };
  return { from: "files", files: await readFiles(form), name };
}

function readLanguage(template: FormDataEntryValue): Language {
  const parsed = Language.safeParse(template);
  if (!parsed.success)
    throw new AppError("invalid_input", `There is no template "${String(template)}"; use python or typescript.`);
  return parsed.data;
}

/** Browsers drop the folders of a file's name, so the paths come beside the files in the same order. */
async function readFiles(form: FormData) {
  const files = form.getAll("files").filter((file) => file instanceof File);
  const paths = z.array(z.string()).safeParse(parseJson(form.get("paths")));
  if (files.length === 0 || !paths.success || paths.data.length !== files.length) {
    throw new AppError(
      "invalid_input",
      "The form has no template, no zip and no files with their paths; send one of them.",
    );
  }
  return Promise.all(
    files.map(async (file, index) => ({
      path: paths.data[index] ?? file.name,
      content: new Uint8Array(await file.arrayBuffer()),
    })),
  );
}

function parseJson(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
