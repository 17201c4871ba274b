"""Figures from one version of the store: matches with their verdicts, and rates that carry their n and interval.

Everything here runs without Streamlit and hands out typed frames (`analytics.frames`) or small dataclasses. SQL stands
in this folder only.
"""
