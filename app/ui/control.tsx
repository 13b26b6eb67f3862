export type FieldInput =
  | ("text" | "textarea" | "number" | "url" | "email" | "password")
  | ("select" | "radio" | "checkbox" | "image" | "list" | "date");
