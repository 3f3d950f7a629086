import type * as z from "zod";

type Check = (value: unknown) => boolean;

/**
 * Whether a value fits a schema, without the copy of it that Zod makes: a long journal is read several times faster.
 * What is not written out here is left to Zod itself, and so is saying what is wrong.
 */
export function conforms(schema: z.core.$ZodType): Check {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.checks !== undefined && def.checks.length > 0) return byZod(schema);
  switch (def.type) {
    case "string":
      return (value) => typeof value === "string";
    case "number":
      return Number.isFinite;
    case "boolean":
      return (value) => value === true || value === false;
    case "enum":
      return oneOf(Object.values(def.entries));
    case "literal":
      return oneOf(def.values);
    case "custom":
      return (value) => Boolean(def.fn(value as never));
    case "array":
      return everyItem(conforms(def.element));
    case "object":
      return def.catchall === undefined ? everyField(def.shape) : byZod(schema);
    case "union":
      return anyOf(def.options.map(conforms));
    default:
      return byZod(schema);
  }
}

function byZod(schema: z.core.$ZodType): Check {
  return (value) => (schema as z.ZodType).safeParse(value).success;
}

function oneOf(values: readonly unknown[]): Check {
  const known = new Set(values);
  return (value) => known.has(value);
}

function everyItem(item: Check): Check {
  return (value) => Array.isArray(value) && value.every(item);
}

function anyOf(checks: readonly Check[]): Check {
  return (value) => checks.some((check) => check(value));
}

/** A field that may be left out may not be there without a value (`exactOptional`). */
function everyField(shape: Readonly<Record<string, z.core.$ZodType>>): Check {
  const fields = Object.entries(shape).map(([key, schema]) => {
    const { def, optin } = (schema as z.core.$ZodTypes)._zod;
    return { key, isOptional: optin === "optional", check: conforms(def.type === "optional" ? def.innerType : schema) };
  });
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const record = value as Readonly<Record<string, unknown>>;
    return fields.every(({ key, isOptional, check }) => (isOptional && !(key in record)) || check(record[key]));
  };
}
