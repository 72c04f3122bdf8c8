"use client";
import { createContext } from "react";

/**
 * Set within a box that bounds its content itself, so that long texts in it are not folded; and whether its text still
 * grows.
 */
export const BoundedContext = createContext<"growing" | "whole" | null>(null);
